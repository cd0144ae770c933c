import { useQuery } from '@tanstack/react-query';
import { textImageFileQuery } from './images-api';

interface TextImageViewProps {
  uuid: string;
  alt: string;
  /** In percent of the text width. If undefined, the style sheet sets the size. */
  width?: number;
}

/** One of the firm's images, or its description if the image cannot be loaded. */
export function TextImageView({ uuid, alt, width }: TextImageViewProps) {
  const { data, error } = useQuery(textImageFileQuery(uuid));
  if (error) return <em>{alt || 'The image could not be loaded.'}</em>;
  return <img src={data} alt={alt} data-width={width} />;
}
