"""A full-screen game played without a screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Script = Callable[[Any, Any], Awaitable[None]]


def played(app: Any, script: Script) -> Any:
    """Run a game: `script(app, pilot)` plays it.  The app when it is over."""

    async def play() -> None:
        async with app.run_test(size=(90, 40)) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(play())
    return app


def message(app: Any) -> str:
    return str(app.screen.query_one("#message").render())
