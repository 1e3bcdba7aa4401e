"""Learning a distance from comparisons: smoothed losses, quadruplets, the vector solver, the estimator."""
