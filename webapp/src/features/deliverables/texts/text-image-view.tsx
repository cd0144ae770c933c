import { useQuery } from '@tanstack/react-query';
import { textImageFileQuery } from './images-api';

interface TextImageViewProps {
  uuid: string;
  alt: string;
  /** In percent of the text width. Without it, the style sheet sets the size. */
  width?: number;
}

/** An image of the firm. If it cannot be loaded, its description. */
export function TextImageView({ uuid, alt, width }: TextImageViewProps) {
  const { data, error } = useQuery(textImageFileQuery(uuid));
  if (error) return <em>{alt || 'The image could not be loaded.'}</em>;
  return <img src={data} alt={alt} data-width={width} />;
}
