"""The native tier: hot loops of numbers as machine code, by llvmlite; without llvmlite only the speed differs."""
