/** Tests and readings per minute and user. No one reaches this by hand, but a network scan does. */
export const reachRate = { max: 30, window: 60_000, by: 'user' } as const
