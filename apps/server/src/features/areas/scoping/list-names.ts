import { joinMessages, message, verbatim, type Message } from '@parlance/contract'

/** Lists names for a message, at most `most` of them, and says how many more there are. */
export function listNames(names: readonly (string | Message)[], most: number): string | Message {
  const listed = names.slice(0, most)
  const list = listed.every((name) => typeof name === 'string')
    ? listed.join(', ')
    : joinMessages(
        listed.map((name) => (typeof name === 'string' ? verbatim(name) : name)),
        ', ',
      )
  const more = names.length - most
  return more > 0 ? message('{names} and {more} more', { names: list, more }) : list
}
