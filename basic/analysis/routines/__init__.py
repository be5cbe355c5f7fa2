"""A program as routines: graphs of the main program, of subroutines and handlers, with GW-BASIC's stack in them."""
