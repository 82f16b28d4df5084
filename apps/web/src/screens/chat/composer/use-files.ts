import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { makeId } from '../../../lib/make-id.ts'
import { admitFiles } from '../../../lib/turn/attachment-files.ts'

export interface ChosenFile {
  id: string
  file: File
}

/** The files that go with the next question, and why others do not. */
export function useFiles() {
  const { t } = useTranslation()
  const [files, setFiles] = useState<ChosenFile[]>([])
  const [problem, setProblem] = useState<string | null>(null)

  const add = async (chosen: File[]) => {
    if (chosen.length === 0) return
    const present = files.map(({ file }) => file)
    const { admitted, refusals } = await admitFiles(chosen, present)
    setFiles((current) => [...current, ...admitted.map((file) => ({ id: makeId(), file }))])
    setProblem(refusals.length === 0 ? null : refusals.map(({ text, values }) => t(text, values)).join(' '))
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
    /** Hands the files over to be sent. */
    take: (): File[] => {
      setFiles([])
      setProblem(null)
      return files.map(({ file }) => file)
    },
  }
}

export type ChosenFiles = ReturnType<typeof useFiles>

/** Files may be dropped anywhere on the page; answers whether some are held over it. */
export function useFileDrop(add: (files: File[]) => void, enabled: boolean): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(add)
  useEffect(() => {
    const carriesFiles = (event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true && document.querySelector('[role="dialog"]') === null
    const handleOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      // Otherwise the browser would leave the page for the file.
      event.preventDefault()
      setOver(enabled)
    }
    const handleLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const handleDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setOver(false)
      if (enabled) take([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('dragover', handleOver)
    document.addEventListener('dragleave', handleLeave)
    document.addEventListener('drop', handleDrop)
    return () => {
      document.removeEventListener('dragover', handleOver)
      document.removeEventListener('dragleave', handleLeave)
      document.removeEventListener('drop', handleDrop)
    }
  }, [enabled])
  return isOver
}
