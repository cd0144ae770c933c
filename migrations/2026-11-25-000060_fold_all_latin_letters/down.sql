CREATE OR REPLACE FUNCTION firmbook_fold(typed text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN octet_length(typed) = length(typed) THEN lower(typed COLLATE "C")
    ELSE translate(lower(typed COLLATE "C"),
      ' eanirtolscdumhgbpykvwfzjxq,.@-0123456789&_éáíóñüöäúçèßãõøåæêâôîëïàžčšłćńśżźřěýąęğşıőÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞìðòùûþÿĀāĂăĄĆĈĉĊċČĎďĐđĒēĔĕĖėĘĚĜĝĞĠġĢģĤĥĦħĨĩĪīĬĭĮįİĲĳĴĵĶķĸĹĺĻļĽľĿŀŁŃŅņŇňŉŊŋŌōŎŏŐŒœŔŕŖŗŘŚŜŝŞŠŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹŻŽſ',
      ' eanirtolscdumhgbpykvwfzjxq,.@-0123456789&_eaionuoaucesaooaaeaoieiazcslcnszzreyaegsioaaaaaaaceeeeiiiidnoooooouuuuytidouutyaaaaaccccccddddeeeeeeeeggggggghhhhiiiiiiiiiiijjkkklllllllllnnnnnnnnooooooorrrrrsssssttttttuuuuuuuuuuuuwwyyyzzzs')
  END;

REINDEX INDEX report_name;
REINDEX INDEX cohort_name;

-- Stored generated columns keep their values until their base columns are written.
DO $$
DECLARE
  of_firm integer;
BEGIN
  FOR of_firm IN SELECT firm_id FROM firm LOOP
    PERFORM set_config('firmbook.firm', of_firm::text, true);
    UPDATE contact SET display_name = display_name, city = city, agency_code = agency_code, external_id = external_id
      WHERE firm_id = of_firm AND concat(display_name, agency_code, external_id, city) ~ '[ƀ-ɏḀ-ỿ]';
    UPDATE policy SET insured_name = insured_name, owner_name = owner_name, agent_name = agent_name
      WHERE firm_id = of_firm AND concat(carrier_name, insured_name, owner_name, agent_name) ~ '[ƀ-ɏḀ-ỿ]';
    UPDATE annuity SET annuitant_name = annuitant_name, owner_name = owner_name, agent_name = agent_name
      WHERE firm_id = of_firm AND concat(carrier_name, annuitant_name, owner_name, agent_name) ~ '[ƀ-ɏḀ-ỿ]';
    UPDATE cohort SET name = name, description = description
      WHERE firm_id = of_firm AND concat(name, description) ~ '[ƀ-ɏḀ-ỿ]';
  END LOOP;
  PERFORM set_config('firmbook.firm', '', true);
END $$;
