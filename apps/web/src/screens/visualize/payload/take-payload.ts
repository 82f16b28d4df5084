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
 * Takes what the address or the chat's note in local storage holds into this tab, and listens for messages, before
 * anyone is asked to sign in.
 * Only pages of this origin can write the note: it proves that the chat of this browser sent the payload.
 * Answers whether the address held a payload and so must be cleaned.
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

/** What the chat has noted in the last 30 s, the newest first. */
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
