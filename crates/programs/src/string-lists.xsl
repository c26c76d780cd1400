<!-- Lists as text: columns and diagonals in three strings (XSLT 1.0).
     Source: "N-Queens revision on xt", XSL-List, 1999.
     xsltproc -param n 6 string-lists.xsl string-lists.xsl -->
<xsl:stylesheet version="1.0"
    xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
<xsl:output method="text"/>
<xsl:param name="n" select="8"/>

<xsl:template match="/">
  <xsl:if test="not($n &gt;= 1 and $n &lt;= 32 and floor($n) = $n)">
    <xsl:message terminate="yes">
      <xsl:text>n is at most 32 and at least 1</xsl:text>
    </xsl:message>
  </xsl:if>
  <xsl:variable name="marks">
    <xsl:call-template name="queens"/>
  </xsl:variable>
  <xsl:value-of select="string-length($marks)"/>
  <xsl:text>&#10;</xsl:text>
</xsl:template>

<xsl:template name="queens">
  <xsl:param name="columns" select="','"/>
  <xsl:param name="ups" select="','"/>
  <xsl:param name="downs" select="','"/>
  <xsl:param name="length" select="0"/>
  <xsl:param name="number" select="1"/>
  <xsl:choose>
    <xsl:when test="$length = $n">x</xsl:when> <!-- solution -->
    <xsl:when test="$number &lt;= $n">
      <xsl:variable name="up" select="$number + $length"/>
      <xsl:variable name="down" select="$n + $number - $length"/>
      <xsl:if test="not(contains($columns, concat(',', $number, ','))
          or contains($ups, concat(',', $up, ','))
          or contains($downs, concat(',', $down, ',')))"> <!-- reject -->
        <xsl:call-template name="queens"> <!-- place -->
          <xsl:with-param name="columns"
              select="concat($columns, $number, ',')"/>
          <xsl:with-param name="ups" select="concat($ups, $up, ',')"/>
          <xsl:with-param name="downs" select="concat($downs, $down, ',')"/>
          <xsl:with-param name="length" select="$length + 1"/>
        </xsl:call-template> <!-- remove -->
      </xsl:if>
      <xsl:call-template name="queens">
        <xsl:with-param name="columns" select="$columns"/>
        <xsl:with-param name="ups" select="$ups"/>
        <xsl:with-param name="downs" select="$downs"/>
        <xsl:with-param name="length" select="$length"/>
        <xsl:with-param name="number" select="$number + 1"/>
      </xsl:call-template>
    </xsl:when>
  </xsl:choose>
</xsl:template>

</xsl:stylesheet>
