import type { TurnEvent } from '@parlance/contract'

const texts = new WeakMap<TurnEvent, string>()

/** Serializes an event once for the store and for every follower of the turn. */
export function eventText(event: TurnEvent): string {
  const known = texts.get(event)
  if (known !== undefined) return known
  const text = JSON.stringify(event)
  texts.set(event, text)
  return text
}
