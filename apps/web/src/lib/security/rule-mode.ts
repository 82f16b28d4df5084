/** How rules are edited, from the simplest to the most general way. */
export type RuleMode = 'simple' | 'advanced' | 'json'
