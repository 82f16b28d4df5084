import { useState } from 'react'
import type { Database } from '../../../api/databases.ts'
import { useFileDrop } from '../../../components/use-file-drop.ts'

export interface ChosenUpload {
  id: number
  files: File[]
  /** The connection whose files they replace; null for a new one. */
  target: Database | null
}

export type ChosenFiles = ReturnType<typeof useChosenFiles>

/** The files that become a database: chosen, or dropped anywhere on the page or dialog. One upload at a time. */
export function useChosenFiles(place: 'page' | 'dialog') {
  const [chosen, setChosen] = useState<ChosenUpload | null>(null)
  const [count, setCount] = useState(0)
  const choose = (files: File[], target: Database | null) => {
    setCount(count + 1)
    setChosen({ id: count, files, target })
  }
  const isOver = useFileDrop((files) => choose(files, null), { enabled: chosen === null, place })
  return { chosen, choose, close: () => setChosen(null), isOver }
}
