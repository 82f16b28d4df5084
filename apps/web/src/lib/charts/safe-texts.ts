/**
 * The same chart options with texts that ECharts can draw. ECharts caches text measurements in a plain object. The key
 * `__proto__` would add properties to every object of the page, so an invisible character breaks it.
 */
export function withSafeTexts<Part>(part: Part): Part {
  return changeTexts(part) as Part
}

function changeTexts(part: unknown): unknown {
  if (typeof part === 'string') return part.replaceAll('__proto__', '__proto_\u2060_')
  if (Array.isArray(part)) return part.map(changeTexts)
  if (!isPlain(part)) return part
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, changeTexts(value)]))
}

function isPlain(part: unknown): part is object {
  return typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype
}
