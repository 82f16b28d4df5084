/** Whether an expression mentions the name of a column of any table. Errs on the side of yes. */
export function isWritten(name: string, condition: string): boolean {
  const [wanted, written] = [name.toLowerCase(), condition.toLowerCase()]
  if (!/^[\p{L}\p{M}\p{N}_]+$/u.test(wanted)) return written.includes(wanted)
  return new Set<string>(written.match(/[\p{L}\p{M}\p{N}_]+/gu)).has(wanted)
}
