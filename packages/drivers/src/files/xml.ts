import { message } from '@parlance/contract/messages'
import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { fileLimits, refuseBeyond, unreadable } from './limits.ts'

export interface XmlListener {
  /** @param name without its namespace prefix */
  open?(name: string, attribute: (name: string) => string | undefined): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Parses XML as a stream without storing it; entities are never declared or fetched.
 * @returns after each piece, so that the caller can take what was found
 */
export async function* readXml(source: Readable, listener: XmlListener): AsyncGenerator<void> {
  const parser = new SaxesParser()
  let unread = 0
  parser.on('error', (error) => {
    throw unreadable(message('The workbook contains invalid XML. Open it in Excel, save it, and try again.'), error)
  })
  parser.on('doctype', () => {
    throw unreadable(message("The workbook contains a document type declaration, which isn't allowed."))
  })
  parser.on('opentag', ({ name, attributes }) => {
    unread = 0
    listener.open?.(localName(name), (wanted) => find(attributes, wanted))
  })
  parser.on('text', (text) => listener.text?.(text))
  parser.on('cdata', (text) => listener.text?.(text))
  parser.on('closetag', ({ name }) => listener.close?.(localName(name)))
  const decoder = new TextDecoder()
  for await (const chunk of source) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    // The parser buffers a text, a comment or a tag until it ends. One without an end must not fill the memory.
    unread += text.length
    refuseBeyond(unread, fileLimits.heldText, 'xml')
    parser.write(text)
    yield
  }
  parser.write(decoder.decode())
  parser.close()
  yield
}

function find(attributes: Record<string, string>, wanted: string): string | undefined {
  if (Object.hasOwn(attributes, wanted)) return attributes[wanted]
  for (const name in attributes) if (localName(name) === wanted) return attributes[name]
  return undefined
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}
