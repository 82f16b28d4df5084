import { allActions, type ActionDefinition } from './definitions.ts'
import { matchesPress, mayFire, pressesOf } from './shortcut.ts'

/** The maximum time between two presses of a sequence, in milliseconds. */
const sequencePatience = 1500
const heldKeys = ['Shift', 'Control', 'Alt', 'Meta']

/**
 * Reads key presses and returns the action that each completes, or null. A press that starts a sequence is remembered,
 * and the next one continues it or does nothing.
 */
export function createKeyReader(available: () => ReadonlyMap<string, unknown>, isApple: boolean) {
  let begun: { count: number; actions: readonly ActionDefinition[]; at: number } | null = null
  return (press: KeyboardEvent): ActionDefinition | null => {
    if (heldKeys.includes(press.key)) return null
    const before = begun !== null && press.timeStamp - begun.at <= sequencePatience ? begun : null
    begun = null
    const count = before?.count ?? 0
    const matching = (before?.actions ?? allActions).filter((definition) => {
      const wanted = definition.shortcut === null ? undefined : pressesOf(definition.shortcut)[count]
      return (
        wanted !== undefined &&
        available().has(definition.id) &&
        mayFire(definition, press.target) &&
        matchesPress(wanted, press, isApple)
      )
    })
    const isWhole = (definition: ActionDefinition) => pressesOf(definition.shortcut ?? '').length === count + 1
    const complete = matching.find(isWhole)
    if (complete !== undefined) return complete
    if (matching.length > 0) begun = { count: count + 1, actions: matching, at: press.timeStamp }
    return null
  }
}
