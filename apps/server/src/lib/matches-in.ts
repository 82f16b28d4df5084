/** Every match of a pattern with the flag `g`. If there is none, as most often, it doesn't copy the pattern as `matchAll` does. */
export function matchesIn(text: string, pattern: RegExp): RegExpExecArray[] {
  return text.search(pattern) < 0 ? [] : [...text.matchAll(pattern)]
}
