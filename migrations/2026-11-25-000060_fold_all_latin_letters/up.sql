-- Fold all Latin letters with marks (U+00C0 to U+024F, U+1E00 to U+1EFF), so that "Nguyen" finds "Nguyễn". The last
-- letters of both texts are FOLD_FROM and FOLD_TO of shared/src/text/fold_table.rs. Frequent ones come first, because
-- translate() scans the text for each character.

-- Names that were different until now may become equal. Number the later ones, so that the names stay unique.
DROP INDEX report_name;
DROP INDEX cohort_name;

CREATE OR REPLACE FUNCTION firmbook_fold(typed text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN octet_length(typed) = length(typed) THEN lower(typed COLLATE "C")
    ELSE translate(lower(typed COLLATE "C"),
      ' eanirtolscdumhgbpykvwfzjxq,.@-0123456789&_éáíóñüöäúçÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĲĳĴĵĶķĸĹĺĻļĽľĿŀŁłŃńŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſƀƁƂƃƆƇƈƉƊƋƌƎƏƐƑƒƓƔƕƖƗƘƙƚƛƜƝƞƟƠơƢƣƤƥƦƩƫƬƭƮƯưƱƲƳƴƵƶƷƸƹƺƿǄǅǆǇǈǉǊǋǌǍǎǏǐǑǒǓǔǕǖǗǘǙǚǛǜǝǞǟǠǡǢǣǤǥǦǧǨǩǪǫǬǭǮǯǰǱǲǳǴǵǶǷǸǹǺǻǼǽǾǿȀȁȂȃȄȅȆȇȈȉȊȋȌȍȎȏȐȑȒȓȔȕȖȗȘșȚțȜȝȞȟȠȡȢȣȤȥȦȧȨȩȪȫȬȭȮȯȰȱȲȳȴȵȶȷȸȹȺȻȼȽȾȿɀɃɄɅɆɇɈɉɊɋɌɍɎɏḀḁḂḃḄḅḆḇḈḉḊḋḌḍḎḏḐḑḒḓḔḕḖḗḘḙḚḛḜḝḞḟḠḡḢḣḤḥḦḧḨḩḪḫḬḭḮḯḰḱḲḳḴḵḶḷḸḹḺḻḼḽḾḿṀṁṂṃṄṅṆṇṈṉṊṋṌṍṎṏṐṑṒṓṔṕṖṗṘṙṚṛṜṝṞṟṠṡṢṣṤṥṦṧṨṩṪṫṬṭṮṯṰṱṲṳṴṵṶṷṸṹṺṻṼṽṾṿẀẁẂẃẄẅẆẇẈẉẊẋẌẍẎẏẐẑẒẓẔẕẖẗẘẙẚẛẜẝẞẟẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹỺỻỼỽỾỿ',
      ' eanirtolscdumhgbpykvwfzjxq,.@-0123456789&_eaionuoaucaaaaaaaceeeeiiiidnoooooouuuuytsaaaaaaaceeeeiiiidnoooooouuuuytyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzsbbbboccddddeeeffgghiikkllmnnooooopprsttttuuuvyyzzzzzzwdddlllnnnaaiioouuuuuuuuuueaaaaaaggggkkoooozzjdddgghwnnaaaaooaaaaeeeeiiiioooorrrruuuussttyyhhndoozzaaeeooooooooyylntjdqaccltszbuveejjqqrryyaabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyassssdaaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyyllvvyy')
  END;

DO $$
DECLARE
  of_firm integer;
BEGIN
  FOR of_firm IN SELECT firm_id FROM firm LOOP
    PERFORM set_config('firmbook.firm', of_firm::text, true);
    UPDATE report SET name = left(report.name, 70) || ' (' || numbered.place || ')'
      FROM (SELECT uuid, row_number() OVER (PARTITION BY owner_key, report_type, firmbook_fold(name) ORDER BY created_at, uuid) AS place
              FROM report WHERE firm_id = of_firm) AS numbered
      WHERE report.firm_id = of_firm AND report.uuid = numbered.uuid AND numbered.place > 1;
    UPDATE cohort SET name = left(cohort.name, 70) || ' (' || numbered.place || ')'
      FROM (SELECT uuid, row_number() OVER (PARTITION BY firmbook_fold(name) ORDER BY created_at, uuid) AS place
              FROM cohort WHERE firm_id = of_firm AND deleted_at IS NULL) AS numbered
      WHERE cohort.firm_id = of_firm AND cohort.uuid = numbered.uuid AND numbered.place > 1;
  END LOOP;
  PERFORM set_config('firmbook.firm', '', true);
END $$;

CREATE UNIQUE INDEX report_name ON report (firm_id, owner_key, report_type, firmbook_fold(name));
CREATE UNIQUE INDEX cohort_name ON cohort (firm_id, firmbook_fold(name)) WHERE deleted_at IS NULL;

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
