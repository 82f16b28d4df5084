const longestLine = 140
const readCharacters = 600

/**
 * The last complete line or sentence of a model's thinking, short enough for one line on screen; empty without one.
 * Lines with braces are references or JSON, which no one wants to read.
 */
export function currentThought(thinking: string): string {
  const lines = thinking
    .slice(-readCharacters)
    .split(/\n|(?<=[.!?:]) /)
    .slice(0, -1)
    .map((line) => line.replace(/[<>*#`]/g, '').trim())
    .filter((line) => line.length > 3 && !/[{}]/.test(line))
  const line = lines.at(-1) ?? ''
  return line.length > longestLine ? `${line.slice(0, longestLine).toWellFormed()}…` : line
}
