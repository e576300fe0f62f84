import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAddress } from '#web/lib/address/use-address.ts'
import { integrationsSearch } from '../integrations-search.ts'

export const galleryId = 'available'

/** The gallery stands at the end of the page. Where one types by touch, a keyboard would cover it. */
export const goToGallery = (): void => {
  const gallery = document.getElementById(galleryId)
  const field = gallery?.querySelector<HTMLElement>('input[type=search]')
  gallery?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  const target = window.matchMedia('(pointer: coarse)').matches ? gallery : field
  target?.focus({ preventScroll: true })
}

/** Goes there when the address asks for it, as soon as nothing above it grows any more. */
export const useWayToGallery = (isReady: boolean): void => {
  const isAsked = useLocation({ select: ({ hash }) => hash === galleryId })
  const { change } = useAddress(integrationsSearch)
  useEffect(() => {
    if (!isAsked || !isReady) return
    goToGallery()
    // Asked for once: the next time it is asked for is another time.
    change({})
  })
}
