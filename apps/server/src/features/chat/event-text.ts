import type { TurnEvent } from '@parlance/contract'

const texts = new WeakMap<TurnEvent, string>()

/** An event as JSON, made once for the store and for everyone who follows the turn. */
export function eventText(event: TurnEvent): string {
  const known = texts.get(event)
  if (known !== undefined) return known
  const text = JSON.stringify(event)
  texts.set(event, text)
  return text
}
