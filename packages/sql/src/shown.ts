const longestName = 80
const tooLong = /\S{81,}/gu
/** Control characters, and those that change the direction or the place of what follows. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A name of the query as a message may repeat it: without unseen characters, at most 80 characters long. */
export function shown(name: string): string {
  const visible = withoutUnseen(name.length > longestName ? name.slice(0, longestName - 1).toWellFormed() : name)
  return name.length > longestName ? `${visible}…` : visible
}

/** A message in which nothing hides, turns the text around or is longer than a name may be. */
export function withoutUnseen(message: string): string {
  return message.replace(unseen, '\u{fffd}').replace(tooLong, (run) => `${run.slice(0, longestName - 1)}…`)
}
