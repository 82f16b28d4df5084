/** Plays the recorded exchange once when it becomes visible, and again on request. Respects reduced motion. */
export function startDemo(): void {
  const demo = document.querySelector<HTMLElement>('[data-demo]')
  if (!demo || matchMedia('(prefers-reduced-motion: reduce)').matches) return hideReplay()
  const play = () => {
    demo.classList.remove('playing')
    // Reading the size makes the browser restart the animation.
    void demo.offsetWidth
    demo.classList.add('playing')
  }
  document.querySelector('[data-replay]')?.addEventListener('click', play)
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      play()
    },
    { threshold: 0.3 },
  )
  observer.observe(demo)
}

function hideReplay(): void {
  const replay = document.querySelector<HTMLElement>('[data-replay]')
  if (replay) replay.hidden = true
}
