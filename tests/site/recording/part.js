export const added = 1;
