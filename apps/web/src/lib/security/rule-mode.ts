/** The ways to edit rules, from the simplest to the most general. */
export type RuleMode = 'simple' | 'advanced' | 'json'
