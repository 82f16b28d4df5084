import { useEffect, useRef, useState } from 'react'

/** Opens or closes a form; `isSaved` means that nothing is lost, so Back need not return here. */
export type OnForm = (form: string | undefined, options?: { isSaved: boolean }) => void

/** The open form: each opening is a separate form, and the focus returns to the control that opened it. */
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
    /** A new item keeps its form after saving, and has an id from now on. */
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
