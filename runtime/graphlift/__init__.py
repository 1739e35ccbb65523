"""graphlift's runtime: what needs the program to run (the analysis itself is the native `graphlift` command).

`graphlift.verify` runs a program's compiled regions eager and as a graph from identical states and compares everything
that can be observed. `graphlift.native` is the C++ library that observes and changes operators.
"""

__version__ = "0.1.0"
