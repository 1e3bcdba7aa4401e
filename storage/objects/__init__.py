"""Object stores (S3 and its like) that hold what a collection's disk need not: their address, and reading of parts."""
