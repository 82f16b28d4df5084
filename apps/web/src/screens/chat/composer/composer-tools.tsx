import { Mic, Paperclip, Square } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../../actions/actions-provider.tsx'
import { actions } from '../../../actions/definitions.ts'
import { cn } from '../../../lib/cn.ts'
import { translate } from '../../../lib/i18n.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { ChosenFiles } from './use-files.ts'
import { useRecorder } from './use-recorder.ts'

/** Input other than text: files and the microphone. */
export function ComposerTools({ chosen, disabled }: { chosen: ChosenFiles; disabled: boolean }) {
  const { t } = useTranslation()
  const picker = useRef<HTMLInputElement>(null)
  const recorder = useRecorder({
    onRecorded: async (file, note) => {
      await chosen.add([file])
      if (note !== null) chosen.setProblem(translate(t, note))
    },
    onProblem: (text) => chosen.setProblem(translate(t, text)),
  })
  useAction(actions.attachFiles, () => picker.current?.click(), !disabled)
  const isRecording = recorder.since !== null
  // A recording can also be stopped while a question sent in the meantime is being answered.
  const canRecord = (isRecording || !disabled) && !recorder.isAsking
  useAction(actions.recordVoice, recorder.toggle, canRecord)
  const recordLabel = isRecording ? t('Stop recording') : t('Record voice')
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={t('Files to attach')}
        onChange={(event) => {
          void chosen.add([...(event.target.files ?? [])])
          // Reset the input, so that the same file can be chosen again after it was removed.
          event.target.value = ''
        }}
      />
      <Button
        kind="quiet"
        square
        className="flex-none"
        aria-label={t('Attach files')}
        title={t('Attach files')}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        <Icon of={Paperclip} />
      </Button>
      <Button
        kind="quiet"
        square={!isRecording}
        aria-label={recordLabel}
        title={recordLabel}
        aria-pressed={isRecording}
        className={cn('flex-none', isRecording && 'text-danger! [&_svg]:text-danger')}
        disabled={!canRecord}
        onClick={recorder.toggle}
      >
        {isRecording ? <Icon of={Square} className="fill-current" /> : <Icon of={Mic} />}
        {recorder.since !== null && <RecordedTime since={recorder.since} />}
      </Button>
      <output className="sr-only">{isRecording ? t('Recording') : ''}</output>
    </>
  )
}

function RecordedTime({ since }: { since: Date }) {
  const seconds = Math.max(0, Math.floor((useNow(1000).getTime() - since.getTime()) / 1000))
  return (
    <span className="tabular-nums" aria-hidden>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
