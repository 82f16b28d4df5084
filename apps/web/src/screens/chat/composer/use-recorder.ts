import { message, type Message } from '@parlance/contract'
import { useEffect, useRef, useState } from 'react'

const defaultType = 'audio/wav'
/**
 * In milliseconds. Speech takes about a quarter of a megabyte per minute, and a recording is sent and transcribed in
 * one piece.
 */
const longestRecording = 10 * 60_000
const cutText = message('The recording stopped at the 10-minute limit. It is attached.')
/** The types that the server reads, best first; a browser that supports none of them chooses its own. */
const wantedTypes = ['audio/webm', 'audio/mp4', 'audio/ogg']
const extensions: Record<string, string> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' }

interface RecorderOptions {
  /** `note` says why the recording ended early; null if it is complete. */
  onRecorded: (file: File, note: Message | null) => Promise<void>
  onProblem: (text: Message) => void
}

/** Records from the microphone until stopped; the recording becomes a file like any other. */
export function useRecorder({ onRecorded, onProblem }: RecorderOptions) {
  const [since, setSince] = useState<Date | null>(null)
  const [isAsking, setAsking] = useState(false)
  const recorder = useRef<MediaRecorder | null>(null)
  const limit = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      clearTimeout(limit.current)
      release(recorder.current)
    }
  }, [])

  const start = async () => {
    // Browsers offer no microphone without a secure connection.
    if (!('mediaDevices' in navigator) || !('MediaRecorder' in window)) {
      onProblem(message('Could not access a microphone. Use a current browser and open this page over HTTPS.'))
      return
    }
    setAsking(true)
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      const wanted = wantedTypes.find((type) => MediaRecorder.isTypeSupported(type))
      const made = new MediaRecorder(stream, wanted === undefined ? {} : { mimeType: wanted })
      recorder.current = made
      if (left.current) {
        release(made)
        return
      }
      const pieces: Blob[] = []
      let isCut = false
      made.addEventListener('dataavailable', ({ data }) => pieces.push(data))
      made.addEventListener('stop', () => {
        release(made)
        clearTimeout(limit.current)
        setSince(null)
        if (left.current) return
        const file = fileOf(pieces, made.mimeType)
        if (file.size === 0) onProblem(message('Nothing was recorded. Check your microphone and try again.'))
        else void onRecorded(file, isCut ? cutText : null)
      })
      made.start()
      setSince(new Date())
      limit.current = setTimeout(() => {
        isCut = true
        if (made.state === 'recording') made.stop()
      }, longestRecording)
    } catch (error) {
      onProblem(problemOf(error))
    } finally {
      setAsking(false)
    }
  }
  const stop = () => recorder.current?.state === 'recording' && recorder.current.stop()
  return { since, isAsking, toggle: () => (since === null ? void start() : stop()) }
}

function fileOf(pieces: Blob[], mimeType: string): File {
  const type = mimeType.split(';')[0] || defaultType
  return new File(pieces, `recording.${extensions[type] ?? 'wav'}`, { type })
}

/** Releases the microphone, so that the browser no longer shows it as in use. */
function release(recorder: MediaRecorder | null): void {
  for (const track of recorder?.stream.getTracks() ?? []) track.stop()
}

function problemOf(error: unknown): Message {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') {
    return message("The microphone is blocked for this site. Allow it in the browser's address bar, then record again.")
  }
  if (name === 'NotFoundError') return message('No microphone found. Connect one, or type your question.')
  if (name === 'NotReadableError') {
    return message('Another app is using the microphone. Close that app, then record again.')
  }
  return message('Could not start recording. Try again, or type your question.')
}
