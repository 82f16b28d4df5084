import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval'
import { readAccessToken, subjectOf } from './access-token.ts'
import { makeId } from './make-id.ts'
import type { DraftPlace } from './draft.ts'
import { createSafeStorage } from './safe-storage.ts'

const tabKey = 'parlance:tab'
const tabStore = createSafeStorage(() => window.sessionStorage)
/** In milliseconds: files of a closed tab are removed after a day. */
const longestStay = 24 * 60 * 60 * 1000

interface Kept {
  subject: string | null
  savedAt: number
  files: File[]
}

/**
 * Stores the files of an unfinished question in this browser, for a reload of this tab. If the browser refuses, a reload
 * loses them.
 */
export async function keepFiles(files: File[], place: DraftPlace): Promise<void> {
  if (files.length === 0 && tabStore.get(tabKey) === null) return
  const tab = tabStore.get(tabKey) ?? makeId()
  tabStore.set(tabKey, tab)
  await quietly(async (store) => {
    if (files.length === 0) await del(keyOf(tab, place), store)
    else await set(keyOf(tab, place), { subject: subjectOf(readAccessToken()), savedAt: Date.now(), files }, store)
  })
}

/** The signed-in user's files for a conversation from before a reload of this tab. */
export async function readKeptFiles(place: DraftPlace): Promise<File[]> {
  const kept = await quietly(async (store) => {
    await removeOld(store)
    const tab = tabStore.get(tabKey)
    return tab === null ? undefined : get<Kept>(keyOf(tab, place), store)
  })
  return kept?.subject === subjectOf(readAccessToken()) ? (kept?.files ?? []) : []
}

/** The same, with the files that wait for the next conversation, which this one takes over. */
export async function takeKeptFiles(place: DraftPlace): Promise<File[]> {
  const own = await readKeptFiles(place)
  const waiting = place === null ? [] : await readKeptFiles(null)
  if (waiting.length === 0) return own
  const files = [...own, ...waiting]
  await keepFiles(files, place)
  await keepFiles([], null)
  return files
}

/** Removes the files of all tabs. */
export async function forgetFiles(): Promise<void> {
  tabStore.remove(tabKey)
  await quietly(async (store) => delMany(await keysOf(store, () => true), store))
}

async function removeOld(store: UseStore): Promise<void> {
  const oldest = Date.now() - longestStay
  await delMany(await keysOf(store, ({ savedAt }) => savedAt < oldest), store)
}

async function keysOf(store: UseStore, isWanted: (kept: Kept) => boolean): Promise<string[]> {
  const all = await entries<string, Kept>(store)
  return all.filter(([, kept]) => isWanted(kept)).map(([key]) => key)
}

function keyOf(tab: string, place: DraftPlace): string {
  return `${tab}:${place ?? ''}`
}

/** Does nothing where the browser has no storage or refuses it. */
async function quietly<Result>(work: (store: UseStore) => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work(openStore())
  } catch {
    return undefined
  }
}

let opened: UseStore | null = null

function openStore(): UseStore {
  opened ??= createStore('parlance', 'files')
  return opened
}
