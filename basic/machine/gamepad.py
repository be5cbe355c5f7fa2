"""The joysticks of a window: game pads, and for who has none the keypad.

8, 2, 4 and 6 of the keypad push the first stick, 0 and the point are its triggers. They type nothing once a program has
asked for a joystick.
"""

from __future__ import annotations

import pygame

from basic.machine.pointing import CENTRE, Sticks

PADS = 2
KEYS = {
    pygame.K_KP4: (0, 1), pygame.K_KP6: (0, 2 * CENTRE), pygame.K_KP8: (1, 1), pygame.K_KP2: (1, 2 * CENTRE),
}  # fmt: skip
TRIGGERS = {pygame.K_KP0: 0, pygame.K_KP_PERIOD: 2}


class Gamepads:
    def __init__(self, sticks: Sticks) -> None:
        self._sticks = sticks
        pygame.joystick.init()
        self._pads = [pygame.joystick.Joystick(number) for number in range(min(pygame.joystick.get_count(), PADS))]
        for axis in range(2 * max(len(self._pads), 1)):
            sticks.move(axis, CENTRE)

    def take(self, event: pygame.event.Event) -> bool:
        """Whether it was something done with a joystick."""
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            return self._key(event.key, event.type == pygame.KEYDOWN)
        if event.type in (pygame.JOYAXISMOTION, pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            numbers = [pad.get_instance_id() for pad in self._pads]
            if event.instance_id in numbers:
                self._pad(numbers.index(event.instance_id), event)
            return True
        return False

    def _key(self, key: int, down: bool) -> bool:
        if key in KEYS:
            axis, value = KEYS[key]
            self._sticks.move(axis, value if down else CENTRE)
        elif key in TRIGGERS:
            self._sticks.press(TRIGGERS[key], down)
        return key in KEYS or key in TRIGGERS

    def _pad(self, number: int, event: pygame.event.Event) -> None:
        if event.type == pygame.JOYAXISMOTION:
            if event.axis < 2:
                self._sticks.move(2 * number + event.axis, max(1, round(CENTRE * (1 + event.value))))
        elif event.button < 2:  # the triggers below come after those above
            self._sticks.press(number + 2 * event.button, event.type == pygame.JOYBUTTONDOWN)
