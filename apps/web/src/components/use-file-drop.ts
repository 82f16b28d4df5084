import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Accepts files dropped anywhere on the page, or on an open dialog.
 * @param place where the files are for: those dropped elsewhere are left alone
 * @returns whether some are being dragged over it
 */
export function useFileDrop(
  add: (files: File[]) => void,
  { enabled, place = 'page' }: { enabled: boolean; place?: 'page' | 'dialog' },
): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(add)
  useEffect(() => {
    const carriesFiles = (event: DragEvent) =>
      event.dataTransfer?.types.includes('Files') === true &&
      (document.querySelector('[role="dialog"]') === null) === (place === 'page')
    const handleOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      // Otherwise the browser would open the file in place of the page.
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
  }, [enabled, place])
  return isOver
}
