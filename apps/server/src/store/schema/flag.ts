/** A boolean as both stores represent it. */
export type Flag = 0 | 1
