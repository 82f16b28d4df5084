import { constants, crc32, deflateRawSync } from 'node:zlib'

export function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

type SheetRows = (string | number)[][]

/**
 * An Excel workbook as other programs write it, built by hand: shared strings, one part per sheet.
 * @param options.paddingMegabytes spaces at the end of the first sheet, which compress to almost nothing
 */
export function workbook(
  sheets: Record<string, SheetRows>,
  { paddingMegabytes = 0 }: { paddingMegabytes?: number } = {},
): Buffer {
  const texts: string[] = []
  const share = (text: string) => texts.push(text) - 1
  const parts = Object.entries(sheets).map(([name, rows], index) => ({
    name,
    id: `rId${index + 1}`,
    path: `worksheets/sheet${index + 1}.xml`,
    xml: sheetXml(rows, share),
    padding: index === 0 ? paddingMegabytes : 0,
  }))
  const sheetList = parts.map(({ name, id }, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="${id}"/>`)
  const relations = parts.map(
    ({ id, path }) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${path}"/>`,
  )
  return zip([
    ['xl/workbook.xml', `<workbook xmlns:r="r"><sheets>${sheetList.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`],
    ['xl/sharedStrings.xml', `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`],
    ...parts.map(({ path, xml, padding }): ZipPart => [`xl/${path}`, xml, padding]),
  ])
}

function sheetXml(rows: SheetRows, share: (text: string) => number): string {
  const lines = rows.map((row) => {
    const cells = row.map((cell) =>
      typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="s"><v>${share(cell)}</v></c>`,
    )
    return `<row>${cells.join('')}</row>`
  })
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`
}

type ZipPart = [name: string, content: string, paddingMegabytes?: number]

/** A zip file of compressed parts. */
export function zip(parts: ZipPart[]): Buffer {
  let offset = 0
  const made = parts.map(([name, content, padding = 0]) => {
    const bytes = Buffer.from(content)
    const packed = pack(bytes, padding)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(8, 4)
    header.writeUInt32LE(crc32(bytes), 10)
    header.writeUInt32LE(packed.length, 14)
    header.writeUInt32LE(bytes.length, 18)
    header.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    offset += local.length
    return { local, entry: Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), header, tail, Buffer.from(name)]) }
  })
  const directory = Buffer.concat(made.map(({ entry }) => entry))
  const end = Buffer.alloc(18)
  end.writeUInt16LE(made.length, 4)
  end.writeUInt16LE(made.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...made.map(({ local }) => local), directory, Buffer.from('PK\x05\x06'), end])
}

/** Compressed spaces can be concatenated because none of them is the last block. */
function pack(bytes: Buffer, paddingMegabytes: number): Buffer {
  if (paddingMegabytes === 0) return deflateRawSync(bytes)
  const open = { finishFlush: constants.Z_FULL_FLUSH }
  const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024, ' '), open)
  const bricks = Array.from({ length: paddingMegabytes }, () => megabyte)
  return Buffer.concat([deflateRawSync(bytes, open), ...bricks, deflateRawSync(Buffer.alloc(0))])
}
