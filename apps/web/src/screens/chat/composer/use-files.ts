import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../../lib/api-error.ts'
import { translate } from '../../../lib/i18n.ts'
import { keepFiles, takeKeptFiles } from '../../../lib/kept-files.ts'
import { makeId } from '../../../lib/make-id.ts'
import type { DraftPlace } from '../../../lib/draft.ts'
import { admitFiles } from '../../../lib/turn/attachment-files.ts'

export interface ChosenFile {
  id: string
  file: File
  /** Why the server refused it; null if it did not. */
  refusal: string | null
}

interface Chosen {
  files: ChosenFile[]
  /** Why others were refused; null if none were. */
  problem: string | null
}

const nothing: Chosen = { files: [], problem: null }

/** The files for the next question of each conversation, also after a reload, and why others were refused. */
export function useFiles(place: DraftPlace) {
  const { t } = useTranslation()
  const [all, setAll] = useState<ReadonlyMap<DraftPlace, Chosen>>(new Map())
  // Files from before any conversation was open belong to the one that opens.
  if (place !== null && all.has(null)) setAll(moved(all, null, place))
  const { files, problem } = all.get(place) ?? nothing
  useKeptFiles(all, place, (kept) =>
    setAll((current) => (current.has(place) ? current : new Map(current).set(place, { files: kept, problem: null }))),
  )
  const change = (of: (chosen: Chosen) => Chosen) =>
    setAll((current) => new Map(current).set(place, of(current.get(place) ?? nothing)))
  const setFiles = (of: (files: ChosenFile[]) => ChosenFile[]) =>
    change((chosen) => ({ ...chosen, files: of(chosen.files) }))
  const setProblem = (text: string | null) => change((chosen) => ({ ...chosen, problem: text }))

  const add = async (chosen: File[]) => {
    if (chosen.length === 0) return
    const present = files.map(({ file }) => file)
    const { admitted, refusals } = await admitFiles(chosen, present)
    setFiles((current) => [...current, ...admitted.map((file) => ({ id: makeId(), file, refusal: null }))])
    setProblem(refusals.length === 0 ? null : refusals.map((refusal) => translate(t, refusal)).join(' '))
  }
  return {
    files,
    problem,
    setProblem,
    add,
    remove: (id: string) => {
      setFiles((current) => current.filter((file) => file.id !== id))
      setProblem(null)
    },
    /** Returns the files to send and clears the list. */
    take: (): ChosenFile[] => {
      change(() => nothing)
      return files
    },
    /** Takes over the files of a conversation that this one replaces. */
    moveFrom: (from: DraftPlace) => setAll((current) => moved(current, from, place)),
    /** Restores files that the server refused, and shows the reason at the file that it named. */
    giveBack: (returned: ChosenFile[], refusal: ApiError) => {
      const index = refusedFile(refusal) ?? (returned.length === 1 ? 0 : null)
      const marked = returned.map((file, at) => ({
        ...file,
        refusal: at === index ? withoutName(refusal.message, file.file) : null,
      }))
      setFiles((current) => [...marked, ...current])
      setProblem(index === null ? refusal.message : t('Remove the highlighted file, then send your question again.'))
    },
  }
}

/** Stores the files of all conversations, and reads those of this one once. */
function useKeptFiles(
  all: ReadonlyMap<DraftPlace, Chosen>,
  place: DraftPlace,
  take: (files: ChosenFile[]) => void,
): void {
  const kept = useRef<ReadonlyMap<DraftPlace, Chosen>>(new Map())
  const isKnown = all.has(place)
  const receive = useEffectEvent(take)
  useEffect(() => {
    let isCurrent = true
    if (!isKnown) {
      void takeKeptFiles(place).then((files) => {
        if (isCurrent) receive(files.map((file) => ({ id: makeId(), file, refusal: null })))
      })
    }
    return () => {
      isCurrent = false
    }
  }, [place, isKnown])
  useEffect(() => {
    // Files that move are stored in their new place first: a reload in between must not lose them.
    const places = new Set([...all.keys(), ...kept.current.keys()])
    for (const at of places) {
      const { files } = all.get(at) ?? nothing
      if (files !== (kept.current.get(at) ?? nothing).files)
        void keepFiles(
          files.map(({ file }) => file),
          at,
        )
    }
    kept.current = all
  }, [all])
}

function moved(
  all: ReadonlyMap<DraftPlace, Chosen>,
  from: DraftPlace,
  to: DraftPlace,
): ReadonlyMap<DraftPlace, Chosen> {
  const chosen = all.get(from)
  if (chosen === undefined || from === to) return all
  const present = all.get(to) ?? nothing
  const next = new Map(all).set(to, {
    files: [...present.files, ...chosen.files],
    problem: present.problem ?? chosen.problem,
  })
  next.delete(from)
  return next
}

/** A reason shown at its file need not name the file. */
function withoutName(reason: string, { name }: File): string {
  return reason.startsWith(`${name}: `) ? reason.slice(name.length + 2) : reason
}

/** The index of the refused file among the sent ones; null if the refusal is not about one of them. */
function refusedFile({ body }: ApiError): number | null {
  const isNamed = typeof body === 'object' && body !== null && 'file' in body && typeof body.file === 'number'
  return isNamed ? Number(body.file) : null
}

export type ChosenFiles = ReturnType<typeof useFiles>
