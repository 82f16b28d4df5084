/** Where a function's body begins and ends, after its length. */
interface Body {
  start: number
  end: number
}

/** A function that ends the call at once: no variables, `unreachable`, `end`. */
const trap = [3, 0x00, 0x00, 0x0b]

const ids = { imports: 2, exports: 7, elements: 9, code: 10 }

/**
 * A WebAssembly file whose functions that no used export calls are empty. What a table holds counts as used, because
 * calls by number can't be followed. A call of an empty function would abort like any other error of a parser.
 * @throws Error if the file has something that isn't known here
 */
export function usedPart(code: Uint8Array, isUsed: (name: string) => boolean): Uint8Array {
  const sections = sectionsOf(code)
  const contentOf = (id: number): Reader => {
    const found = sections.find((section) => section.id === id)
    if (found === undefined) throw new Error(`The file has no section ${id}`)
    return new Reader(code, found.start)
  }
  const imported = importedFunctions(contentOf(ids.imports))
  const bodies = contentOf(ids.code).list((reader): Body => {
    const size = reader.number()
    const start = reader.at
    reader.at += size
    return { start, end: reader.at }
  })
  const roots = [...exportedFunctions(contentOf(ids.exports), isUsed), ...tableFunctions(contentOf(ids.elements))]
  const used = new Set<number>()
  for (let index = roots.pop(); index !== undefined; index = roots.pop()) {
    const body = bodies[index - imported]
    if (body === undefined || used.has(index)) continue
    used.add(index)
    roots.push(...callsIn(code, body))
  }
  const written = bodies.flatMap((body, at) => {
    return used.has(at + imported) ? [numberOf(body.end - body.start), code.subarray(body.start, body.end)] : [trap]
  })
  const content = Buffer.concat([numberOf(bodies.length), ...written].map((part) => Buffer.from(part)))
  const parts = sections.map(({ id, from, start, end }) =>
    id === ids.code
      ? [[id], numberOf(content.length), content]
      : [code.subarray(from, start), code.subarray(start, end)],
  )
  return Buffer.concat([code.subarray(0, headBytes), ...parts.flat()].map((part) => Buffer.from(part)))
}

const headBytes = 8

function sectionsOf(code: Uint8Array) {
  const reader = new Reader(code, headBytes)
  const sections: { id: number; from: number; start: number; end: number }[] = []
  while (reader.at < code.length) {
    const from = reader.at
    const id = reader.byte()
    const size = reader.number()
    const start = reader.at
    reader.at += size
    sections.push({ id, from, start, end: reader.at })
  }
  return sections
}

function importedFunctions(reader: Reader): number {
  const kinds = reader.list(() => {
    reader.text()
    reader.text()
    const kind = reader.byte()
    if (kind !== 0) throw new Error(`Import of kind ${kind}`)
    reader.number()
    return kind
  })
  return kinds.length
}

function exportedFunctions(reader: Reader, isUsed: (name: string) => boolean): number[] {
  return reader
    .list(() => ({ name: reader.text(), kind: reader.byte(), index: reader.number() }))
    .filter(({ name, kind }) => kind === 0 && isUsed(name))
    .map(({ index }) => index)
}

function tableFunctions(reader: Reader): number[] {
  const tables = reader.list(() => {
    // The table 0, at a constant place.
    if (reader.number() !== 0 || reader.byte() !== 0x41) throw new Error('Elements of another form')
    reader.number()
    if (reader.byte() !== 0x0b) throw new Error('Elements at a computed place')
    return reader.list(() => reader.number())
  })
  return tables.flat()
}

/** The functions that a body calls or refers to. */
function callsIn(code: Uint8Array, { start, end }: Body): number[] {
  const reader = new Reader(code, start)
  const calls: number[] = []
  reader.list(() => {
    reader.number()
    reader.byte()
  })
  while (reader.at < end) {
    const operation = reader.byte()
    if (operation === 0x10 || operation === 0xd2) calls.push(reader.number())
    else skipOperands(reader, operation)
  }
  if (reader.at !== end) throw new Error('A function that ends in the middle of an operation')
  return calls
}

/** Moves to the next operation. @throws Error for one that isn't known */
function skipOperands(reader: Reader, operation: number): void {
  if (operation === 0xfc) return skipMore(reader)
  if (operation === 0x0e) {
    // A list of branches, and another one for all other values.
    reader.list(() => reader.number())
    reader.number()
  } else if (operation === 0x1c) reader.list(() => reader.byte())
  else if (operation === 0x43) reader.at += 4
  else if (operation === 0x44) reader.at += 8
  else if (operation === 0xd0) reader.byte()
  else for (let left = operandsOf(operation); left > 0; left--) reader.number()
}

/** How many numbers follow an operation. */
function operandsOf(operation: number): number {
  const isBetween = (from: number, to: number): boolean => operation >= from && operation <= to
  if (operation === 0x11 || isBetween(0x28, 0x3e)) return 2
  if (isBetween(0x02, 0x04) || isBetween(0x0c, 0x0d) || isBetween(0x20, 0x26) || isBetween(0x3f, 0x42)) return 1
  const isPlain = [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(operation) || isBetween(0x45, 0xc4)
  if (!isPlain) throw new Error(`Unknown operation ${operation}`)
  return 0
}

/** Conversions that don't fail, and operations on whole blocks of memory and on tables. */
function skipMore(reader: Reader): void {
  const operation = reader.number()
  if (operation > 17) throw new Error(`Unknown operation 252 ${operation}`)
  // The first eight are conversions.
  if (operation > 7) reader.number()
  if ([8, 10, 12, 14].includes(operation)) reader.number()
}

class Reader {
  readonly #code: Uint8Array
  at: number

  constructor(code: Uint8Array, at: number) {
    this.#code = code
    this.at = at
  }

  byte(): number {
    const value = this.#code[this.at++]
    if (value === undefined) throw new Error('The file ends too early')
    return value
  }

  /** A number of any length. Negative ones only need to be skipped. */
  number(): number {
    let value = 0
    for (let place = 1; ; place *= 128) {
      const byte = this.byte()
      value += (byte & 127) * place
      if (byte < 128) return value
    }
  }

  text(): string {
    const length = this.number()
    this.at += length
    return new TextDecoder().decode(this.#code.subarray(this.at - length, this.at))
  }

  list<Item>(read: (reader: Reader) => Item): Item[] {
    return Array.from({ length: this.number() }, () => read(this))
  }
}

function numberOf(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128)
  return [...bytes, left]
}
