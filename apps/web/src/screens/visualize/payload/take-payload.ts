import {
  visualizationKeptMs,
  visualizationKeyPrefix,
  visualizationParameter,
  type VisualizationPayload,
} from '@parlance/contract'
import { localStore, type SafeStorage } from '../../../lib/safe-storage.ts'
import { listenForImports } from './import-messages.ts'
import { keep, readKept, tabStore } from './kept-payload.ts'
import { isSamePayload, payloadTime, readPayloadText } from './read-payload.ts'

/**
 * Moves the payload from the address or the chat's note in local storage into this tab, and listens for messages,
 * before the sign-in. Only pages of this origin can write the note, so it proves that this browser's chat sent the
 * payload. Returns whether the address contained a payload and must be cleaned.
 */
export function takePayload(
  searchText: string,
  now: number,
  { local, tab }: { local: SafeStorage; tab: SafeStorage } = { local: localStore, tab: tabStore },
): boolean {
  listenForImports()
  const notes = readNotes(local, now)
  const text = new URLSearchParams(searchText).get(visualizationParameter)
  if (text !== null) {
    const received = readPayloadText(text)
    const agreed = 'payload' in received && notes.some((note) => isSamePayload(note, received.payload))
    keep(received, { agreed }, tab)
    return true
  }
  const [newest] = notes
  if (newest !== undefined && payloadTime(newest) > keptTime(tab)) keep({ payload: newest }, { agreed: true }, tab)
  return false
}

/** The chat's notes of the last 30 s, newest first. */
function readNotes(local: SafeStorage, now: number): VisualizationPayload[] {
  return local
    .keys()
    .filter((name) => name.startsWith(visualizationKeyPrefix))
    .flatMap((name) => {
      const read = readPayloadText(local.get(name) ?? '')
      return 'payload' in read && now - payloadTime(read.payload) <= visualizationKeptMs ? [read.payload] : []
    })
    .toSorted((one, other) => payloadTime(other) - payloadTime(one))
}

function keptTime(tab: SafeStorage): number {
  const kept = readKept(tab)
  return kept !== null && 'payload' in kept.received ? payloadTime(kept.received.payload) : 0
}
