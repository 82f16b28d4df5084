/** A yes or no, as both stores keep it. */
export type Flag = 0 | 1
