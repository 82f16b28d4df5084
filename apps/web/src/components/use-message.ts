import { useEffect, useState } from 'react'

const shownFor = 5000

export interface Message {
  tone: 'success' | 'danger'
  text: string
}

export interface MessageLine {
  message: Message | null
  success: (text: string) => void
  failure: (text: string) => void
  clear: () => void
}

/** The screen's one message; it disappears automatically after five seconds. */
export function useMessage(): MessageLine {
  const [message, setMessage] = useState<Message | null>(null)
  useEffect(() => {
    if (message === null) return undefined
    const timer = setTimeout(() => setMessage(null), shownFor)
    return () => clearTimeout(timer)
  }, [message])
  return {
    message,
    success: (text) => setMessage({ tone: 'success', text }),
    failure: (text) => setMessage({ tone: 'danger', text }),
    clear: () => setMessage(null),
  }
}
