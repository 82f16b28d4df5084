import type { Message, MessageValues } from '@parlance/contract'

const longestName = 80
const tooLong = /\S{81,}/gu
/** Control characters, and characters that change the direction or the position of what follows. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A name from the query as a message may repeat it: without invisible characters, and up to 80 characters long. */
export function shown(name: string): string {
  const text = visible(name.length > longestName ? name.slice(0, longestName - 1).toWellFormed() : name)
  return name.length > longestName ? `${text}…` : text
}

/** A message whose values have no invisible or direction-changing characters and no overlong names. */
export function withoutUnseen({ text, values }: Message): Message {
  if (values === undefined) return { text }
  return {
    text,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, visibleValue(value)])),
  }
}

function visibleValue(value: MessageValues[string]): MessageValues[string] {
  if (typeof value === 'object') return withoutUnseen(value)
  return typeof value === 'string' ? visible(value) : value
}

function visible(text: string): string {
  return text.replace(unseen, '\u{fffd}').replace(tooLong, (run) => `${run.slice(0, longestName - 1)}…`)
}
