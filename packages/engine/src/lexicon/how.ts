const measures = new Map([
  ['old', ['age']],
  ['tall', ['height']],
  ['heavy', ['weight']],
  ['long', ['length', 'duration', 'runtime', 'distance']],
  ['fast', ['speed']],
  ['far', ['distance']],
  ['high', ['height', 'elevation', 'altitude']],
  ['deep', ['depth']],
  ['wide', ['width']],
  ['big', ['size', 'area', 'capacity']],
  ['large', ['size', 'area', 'capacity']],
  ['expensive', ['price', 'cost', 'fee']],
])

/** The words of columns that 'how old', 'how tall' … ask for; null for other adjectives. */
export function measureOfAdjective(adjective: string): readonly string[] | null {
  return measures.get(adjective) ?? null
}
