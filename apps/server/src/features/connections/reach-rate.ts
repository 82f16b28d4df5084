/** Tests and readings a minute of one user: no one reaches it by hand, a scan of a network does. */
export const reachRate = { max: 30, window: 60_000, by: 'user' } as const
