"""How GW-BASIC draws: each file has the pixels of one statement, as functions of a raster."""
