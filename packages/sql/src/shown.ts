const longestName = 80
const tooLong = /\S{81,}/gu
/** Control characters, and characters that change the direction or the position of what follows. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** A name from the query as a message may repeat it: without invisible characters, and up to 80 characters long. */
export function shown(name: string): string {
  const visible = withoutUnseen(name.length > longestName ? name.slice(0, longestName - 1).toWellFormed() : name)
  return name.length > longestName ? `${visible}…` : visible
}

/** A message without invisible or direction-changing characters and without overlong names. */
export function withoutUnseen(message: string): string {
  return message.replace(unseen, '\u{fffd}').replace(tooLong, (run) => `${run.slice(0, longestName - 1)}…`)
}
