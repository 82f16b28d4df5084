import { useEffect, useRef, useState } from 'react'

/** Opens a form or closes it; `isSaved` tells that nothing is lost, and that Back need not come by here again. */
export type OnForm = (form: string | undefined, options?: { isSaved: boolean }) => void

/** Which form is open: each opening is a form of its own, and the focus goes back to what opened it. */
export function useOpenForm(form: string | undefined, onForm: OnForm) {
  const [count, setCount] = useState(0)
  const [saved, setSaved] = useState<{ id: string; key: string } | null>(null)
  const newKey = `new-${count}`
  const { newButton, rememberOpener } = useFocusReturn(form)
  return {
    key: saved !== null && saved.id === form ? saved.key : (form === 'new' && newKey) || form,
    newButton,
    open: (target: string) => {
      rememberOpener()
      setCount(count + 1)
      setSaved(null)
      onForm(target)
    },
    /** A new one keeps its form when it was saved, and has an id from now on. */
    keepOpen: (id: string) => {
      if (form !== 'new') return
      setSaved({ id, key: newKey })
      onForm(id, { isSaved: true })
    },
  }
}

function useFocusReturn(form: string | undefined) {
  const newButton = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLElement | null>(null)
  const was = useRef(form)
  useEffect(() => {
    const isClosed = was.current !== undefined && form === undefined
    was.current = form
    if (!isClosed) return
    const target = opener.current?.isConnected === true ? opener.current : newButton.current
    target?.focus()
  }, [form])
  return {
    newButton,
    rememberOpener: () => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    },
  }
}
