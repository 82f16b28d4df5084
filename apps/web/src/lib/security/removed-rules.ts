/** The number of rules in a value of any shape. */
export function ruleCount(value: unknown): number {
  if (typeof value !== 'object' || value === null || !('rules' in value)) return 0
  return Array.isArray(value.rules) ? value.rules.length : 0
}

interface Rules {
  row: unknown
  column: unknown
}

/**
 * The question before saving removes every stored rule of a kind, whether the user removed them or the JSON text is
 * unreadable; null if some remain or none were stored.
 */
export function removedRulesQuestion(
  stored: Rules,
  next: Rules,
): { text: string; confirm: string; danger: true } | null {
  const lost = (kind: keyof Rules) => ruleCount(stored[kind]) > 0 && ruleCount(next[kind]) === 0
  const confirm = 'Save without them'
  if (lost('row') && lost('column')) {
    return {
      text: 'Saving removes all row-level and column-level security rules of this business area. People will see every row and column of its tables.',
      confirm,
      danger: true,
    }
  }
  if (lost('row')) {
    return {
      text: 'Saving removes all row-level security rules of this business area. People will see every row of its tables.',
      confirm,
      danger: true,
    }
  }
  if (!lost('column')) return null
  return {
    text: 'Saving removes all column-level security rules of this business area. People will see every column of its tables.',
    confirm,
    danger: true,
  }
}
