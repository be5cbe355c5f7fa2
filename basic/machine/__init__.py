"""The machine model: console, clock, printer, memory, disk and open files, behind one object."""
